/** The script of the skill `dice`: prints a few random numbers, and does nothing else. */
export const rollScript: string = `const count = Math.min(9, Math.max(1, Number(process.argv[2]) || 1));
const rolls = Array.from({ length: count }, () => 1 + Math.floor(Math.random() * 6));
console.log("rolled " + rolls.join(", ") + ": " + rolls.reduce((sum, each) => sum + each, 0) + " points");
`;
