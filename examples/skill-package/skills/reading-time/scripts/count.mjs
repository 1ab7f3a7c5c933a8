#!/usr/bin/env node
// Prints how many words come in.
let text = "";
for await (const chunk of process.stdin) text += chunk;
console.log(text.split(/\s+/).filter(Boolean).length);
