import { describeFailure } from "../source/decorate/describe-failure.ts";
import type { SourceDiagnostic } from "../source/skill-source.ts";

const CODE = "file-unreadable";

/** Says among the diagnostics of a registry which bodies a search does without: those that failed, and those to come. */
export class BodyReports {
  readonly #label: string;
  readonly #failures = new Map<string, string>();
  #list: SourceDiagnostic[] = [];
  #told = new Set<string | undefined>();
  #waiting: SourceDiagnostic | undefined;
  #open = 0;

  /** Of a source by that label. */
  constructor(label: string) {
    this.#label = label;
  }

  /** Bodies that were asked for and have not come. */
  get open(): number {
    return this.#open;
  }

  asked(): void {
    if (this.#open++ === 0 && this.#waiting !== undefined) this.#list.push(this.#waiting);
  }

  came(id: string): void {
    this.#open--;
    this.#failures.delete(id);
    if (this.#open === 0) this.#pauseWaiting();
  }

  failed(id: string, error: unknown): void {
    this.#open--;
    const message = `The text of the skill "${id}" cannot be read, so a search knows its name and description only.`;
    this.#failures.set(id, `${message} ${describeFailure(error)}`);
    if (this.#open === 0) this.#pauseWaiting();
    this.#tell(id);
  }

  /** From now on, reports go to this list: that of the listing a search just answered from. */
  answered(list: SourceDiagnostic[], isListed: (id: string) => boolean): void {
    this.#pauseWaiting();
    this.#waiting = undefined;
    this.#list = list;
    this.#told = new Set(list.filter(({ code }) => code === CODE).map(({ id }) => id));
    for (const id of this.#failures.keys()) {
      if (isListed(id)) this.#tell(id);
      else this.#failures.delete(id);
    }
    if (this.#open === 0) return;
    const message = `The texts of ${this.#open} skills or more have not come yet; until then a search knows their names and descriptions only.`;
    this.#waiting = { code: CODE, severity: "warning", message, source: this.#label };
    list.push(this.#waiting);
  }

  #tell(id: string): void {
    const message = this.#failures.get(id);
    if (message === undefined || this.#told.has(id)) return;
    this.#told.add(id);
    this.#list.push({ code: CODE, severity: "error", message, source: this.#label, id });
  }

  /** Until the next one is asked for. */
  #pauseWaiting(): void {
    const at = this.#waiting === undefined ? -1 : this.#list.indexOf(this.#waiting);
    if (at >= 0) this.#list.splice(at, 1);
  }
}
