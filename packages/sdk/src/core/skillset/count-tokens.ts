import { estimateTokenCount } from "tokenx";

/** Counts what a text costs; an estimate unless the caller has the model's own counter. */
export type TokenCounter = (text: string) => number;

/** The estimate that is used where nobody gives a counter. */
export const estimateTokens: TokenCounter = (text) => estimateTokenCount(text);
