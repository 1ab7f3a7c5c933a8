import type { Plugin } from "esbuild";

/** Modules of the SDK that only look for mistakes in a definition, and what they export. */
const checks: readonly (readonly [file: RegExp, contents: string])[] = [
  [
    /[\\/]sdk[\\/]dist[\\/]core[\\/]format[\\/]validate-fields\.js$/,
    "export const validateSkillName = () => []; export const validateSkillDescription = () => [];",
  ],
  [
    /[\\/]sdk[\\/]dist[\\/]workflow[\\/]define[\\/]action\.js$/,
    'export const action = (config) => Object.freeze({ ...config, kind: "action" });',
  ],
  [/[\\/]sdk[\\/]dist[\\/]workflow[\\/]define[\\/]assert-workflow\.js$/, "export const assertWorkflow = () => {};"],
  [/[\\/]sdk[\\/]dist[\\/]workflow[\\/]define[\\/]step-problems\.js$/, "export const stepProblems = () => [];"],
];

/** Leaves out what looked for mistakes when the skill was built, and would find none at each start. */
export function checkedPlugin(): Plugin {
  return {
    name: "tradecraft-checked",
    setup(build) {
      for (const [filter, contents] of checks) build.onLoad({ filter }, () => ({ contents, loader: "js" }));
    },
  };
}
