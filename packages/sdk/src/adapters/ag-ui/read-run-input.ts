import type { RunAgentInput } from "@ag-ui/core";
import { RunAgentInputSchema } from "@ag-ui/core/schemas";
import { withDeadline } from "../../core/source/http/with-deadline.ts";
import { RequestProblem } from "./problem.ts";

export interface BodyLimits {
  readonly maxBodyBytes: number;
  /** Milliseconds. */
  readonly bodyTimeout: number;
}

/** What a client asks for. Throws a `RequestProblem` for anything that is no run. */
export async function readRunInput(request: Request, limits: BodyLimits): Promise<RunAgentInput> {
  if (request.method !== "POST") {
    throw new RequestProblem({ code: "method-not-allowed", message: "A run is asked for with POST." });
  }
  assertAccepts(request.headers.get("accept"));
  // Browsers send other types across sites without asking first.
  if (!/^application\/(?:[\w.-]+\+)?json(?:\s*;|\s*$)/iu.test(request.headers.get("content-type") ?? "")) {
    throw new RequestProblem({ code: "content-type-unsupported", message: "The body must be application/json." });
  }
  const text = await readText(request, limits);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new RequestProblem({ code: "body-invalid", message: "The body is no JSON." });
  }
  const parsed = RunAgentInputSchema.safeParse(body);
  // The two types say the same; one of them writes absent keys as undefined ones.
  if (parsed.success) return parsed.data as RunAgentInput;
  const [issue] = parsed.error.issues;
  const path = issue?.path.map(String).join(".") ?? "";
  const where = path === "" ? "The input" : `"${path}" of the input`;
  const message = `${where} is not what AG-UI says: ${issue?.message ?? "it is no run"}.`;
  throw new RequestProblem({ code: "input-invalid", message, path });
}

/** Events go out as `text/event-stream` alone; who would rather have the binary form reads that too. */
function assertAccepts(accept: string | null): void {
  if (accept === null || accept.trim() === "") return;
  const known = ["text/event-stream", "text/*", "*/*", "application/vnd.ag-ui.event+proto"];
  const types = accept.split(",").map((type) => type.split(";", 1)[0]?.trim().toLowerCase() ?? "");
  if (types.some((type) => known.includes(type))) return;
  throw new RequestProblem({ code: "not-acceptable", message: "A run is answered with text/event-stream." });
}

async function readText(request: Request, { maxBodyBytes, bodyTimeout }: BodyLimits): Promise<string> {
  const tooLarge = (): RequestProblem =>
    new RequestProblem({ code: "body-too-large", message: `The body has more than ${maxBodyBytes} bytes.` });
  const late = (): RequestProblem =>
    new RequestProblem({ code: "body-timeout", message: `The body did not come within ${bodyTimeout} ms.` });
  if (Number(request.headers.get("content-length") ?? 0) > maxBodyBytes) throw tooLarge();
  if (request.body === null) return "";
  const reader = request.body.getReader();
  const read = async (): Promise<string> => {
    const decoder = new TextDecoder();
    let text = "";
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      size += value.byteLength;
      if (size > maxBodyBytes) throw tooLarge();
      text += decoder.decode(value, { stream: true });
    }
  };
  try {
    return await withDeadline(read, { milliseconds: bodyTimeout, late });
  } catch (error) {
    reader.cancel().catch(() => undefined);
    throw error;
  }
}
