/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  try {
    if (typeof error === "object" && error !== null) {
      const message: unknown = "message" in error ? error.message : undefined;
      if (typeof message === "string" && message !== "") return message;
      return error instanceof Error ? error.name : "something that is no error was thrown";
    }
    return String(error);
  } catch {
    return "something that cannot be read was thrown";
  }
}
