import { viewAsRead } from "./as-read.ts";

// Words of attacks, shared by rules. Every quantifier is bounded, so that no text takes more than linear time.

/** Sentences that set instructions aside. */
export const overrides: RegExp =
  /\b(?:ignore|disregard|forget|override|bypass|discard)\s{1,3}(?:(?:all|any|every|the|your|my|of|these|those|other|and)\s{1,3}){0,4}(?:(?:previous|prior|earlier|above|preceding|existing|original|system|safety|developer|security)\s{1,3}(?:and\s{1,3}\w{1,12}\s{1,3})?){1,2}(?:instructions?|prompts?|rules|guidelines|directives|messages|context|guardrails|polic(?:y|ies)|restrictions|programming)\b|\byou\s{1,3}are\s{1,3}(?:now|no\s{1,3}longer)\s{1,3}(?:in\s{1,3})?(?:DAN\b|unrestricted|jailbroken|developer\s{1,3}mode|god\s{1,3}mode|bound\s{1,3}by|an?\s{1,3}(?:unrestricted|unfiltered|uncensored))|(?<![\w)]\s)\b(?:do\s{1,3}not|don't|never)\s{1,3}(?:follow|obey|apply)\s{1,3}(?:the\s{1,3}|your\s{1,3}|any\s{1,3}){0,2}(?:system|safety|security|previous|prior)\s{1,3}(?:prompt|instructions|guidelines|rules|policy|policies)|\b(?:ignore|disregard|forget)\s{1,3}(?:all|everything|anything|whatever)\s{1,3}(?:that\s{1,3})?(?:you\s{1,3}(?:were|have\s{1,3}been|are)\s{1,3}(?:ever\s{1,3}|previously\s{1,3})?(?:told|given|instructed|taught)|(?:above|before)\s{1,3}this)\b|\b(?:new|updated)\s{1,3}system\s{1,3}(?:prompt|instructions)\s{0,2}:|<\/?system(?:_prompt|-prompt)?>|\[\/?INST\]|<\|im_start\|>|\b(?:these|this\s{1,3}skill's|the\s{1,3}following)\s{1,3}instructions\s{1,3}(?:take\s{1,3}precedence|have\s{1,3}priority)\s{1,3}over\s{1,3}(?:all|any|the|your)\s{1,3}(?:other|system|safety|previous|user)/i;

/** Sentences that keep something from the user, or from being asked. */
export const concealment: RegExp =
  /\b(?:do\s{1,3}not|don't|never|must\s{1,3}not|avoid|without)\s{1,3}(?:ever\s{1,3})?(?:tell(?:ing)?|inform(?:ing)?|notify(?:ing)?|alert(?:ing)?|warn(?:ing)?|reveal(?:ing)?\s{1,3}(?:this|it|that)?\s{0,2}to|mention(?:ing)?\s{1,3}(?:this|it|that|any\s{1,3}of\s{1,3}this)\s{1,3}(?:step\s{1,3}|action\s{1,3}|command\s{1,3})?to|show(?:ing)?\s{1,3}(?:this|it)\s{1,3}(?:step\s{1,3}|command\s{1,3}|output\s{1,3})?to)\s{0,3}(?:the\s{1,3}|your\s{1,3})?(?:user|human|operator|person|developer)s?\b(?!\s{1,3}(?:to|how|what|about\s{1,3}(?:each|every|internal)|that\s{1,3}you\s{1,3}(?:can't|cannot))\b)|\b(?:do\s{1,3}not|don't|never|must\s{1,3}not)\s{1,3}(?:ever\s{1,3})?let\s{1,3}(?:the\s{1,3}|your\s{1,3})?(?:user|human|operator)s?\s{1,3}(?:know|notice|find\s{1,3}out|learn)\b|\b(?:hide|conceal|keep)\s{1,3}(?:this|it|these|the\s{1,3}(?:upload|request|command|transfer|step|action)s?)\s{1,3}(?:hidden\s{1,3}|secret\s{1,3})?from\s{1,3}(?:the\s{1,3})?(?:user|human|operator)s?\b|\b(?:silently|secretly|quietly|covertly)\s{1,3}(?:send|upload|exfiltrate|post|transmit|forward|copy|collect|read\s{1,3}and\s{1,3}send|run\s{1,3}the\s{1,3}following|execute)\b|\bwithout\s{1,3}(?:the\s{1,3})?(?:user|human)(?:'s)?\s{1,3}(?:knowledge|knowing|noticing|being\s{1,3}aware)\b/i;

/** What an honest comment does not say: orders to a model. */
export const orders: RegExp =
  /\b(?:(?:the\s{1,3})?(?:assistant|agent|model|claude|ai|llm|chatgpt|copilot)s?\s{0,2}[:,]?\s{1,3}(?:must|should|shall|will|please|now|always|run|execute|read|send|ignore|do\s{1,3}not)|you\s{1,3}(?:must|should|shall|have\s{1,3}to|need\s{1,3}to)\s{1,3}(?:now\s{1,3}|always\s{1,3}|first\s{1,3}|also\s{1,3}|never\s{1,3}|not\s{1,3})?(?:run|execute|send|read|fetch|download|upload|include|call|open|ignore|reply|respond|say|use|install|add|append|copy|tell|mention|post|approve|skip)|(?:before|when|after)\s{1,3}(?:answering|responding|you\s{1,3}(?:answer|respond|reply)|doing\s{1,3}anything)|system\s{1,3}(?:prompt|message|override|note)|hidden\s{1,3}instructions?)\b/i;

/** Commands that an honest comment does not hold. */
export const commands: RegExp =
  /\b(?:curl|wget|nc|bash|sh)\s{1,3}(?:-[a-zA-Z]{1,8}\s{1,3}){0,4}["'`]?(?:https?:|-c\b|\/dev\/|\$\()|\b(?:run|execute)\s{0,2}:?\s{1,3}[`"'](?:curl|wget|bash|sh|python3?|node|rm|npx|powershell)\b|~\/\.(?:ssh|aws|netrc|gnupg)\b/i;

/** Whether a text gives orders, sets others aside, conceals, or holds a command; says which. */
export function instructs(written: string): string | undefined {
  const { text } = viewAsRead(written);
  if (overrides.test(text)) return "sets other instructions aside";
  if (concealment.test(text)) return "asks to keep something from the user";
  if (commands.test(text)) return "holds a command";
  return orders.test(text) ? "gives a model orders" : undefined;
}
