/** Gives CommonJS packages in an ES module a `require` for Node's own modules. */
export const requireBanner: string =
  'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);';
