export { JsonSyntaxError, locateJson, type LocatedJson } from "@tradecraft/sdk";
