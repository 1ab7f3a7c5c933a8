/** Called after the fact, one after another, with frozen copies. A failing observer changes nothing. */
export interface ObserverMap {
  readonly onStepStart?: (event: { readonly step: string; readonly params: unknown }) => unknown;
  readonly onStepComplete?: (event: {
    readonly step: string;
    readonly response: unknown;
    readonly durationMs: number;
  }) => unknown;
  readonly onStepValidationFailed?: (event: {
    readonly step: string;
    readonly raw: unknown;
    readonly error: string;
    readonly attempt: number;
  }) => unknown;
  readonly onTransition?: (event: {
    readonly from: string;
    /** `__terminal__` at the end. */
    readonly to: string;
    readonly reason: "next" | "redirect" | "terminal";
  }) => unknown;
  readonly onSkillComplete?: (event: {
    readonly path: readonly string[];
    readonly finalOutput: unknown;
    readonly durationMs: number;
  }) => unknown;
  readonly onActionStart?: (event: {
    readonly step: string;
    readonly action: string;
    readonly attempt: number;
  }) => unknown;
  readonly onActionEnd?: (event: {
    readonly step: string;
    readonly action: string;
    readonly result: unknown;
    readonly durationMs: number;
  }) => unknown;
  readonly onActionFailed?: (event: {
    readonly step: string;
    readonly action: string;
    readonly attempt: number;
    readonly error: string;
    readonly final: boolean;
  }) => unknown;
}
