// The package's own entry reads `process.env` in Workers and browsers, where there is no `process`. This build does not.
declare module "mutative/dist/mutative.esm.production.min.mjs" {
  export { create, current, isDraft } from "mutative";
}
