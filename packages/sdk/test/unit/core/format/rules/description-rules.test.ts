import { lintSkill } from "@tradecraft/sdk";
import { describe, expect, it } from "vitest";
import { codesOf, only, skillText, textAt } from "../skill-text.ts";

const lint = (description: string): string[] =>
  codesOf(
    lintSkill(skillText(`name: demo\ndescription: ${JSON.stringify(description)}`), { vendor: false }).diagnostics,
  );

describe("description-too-short", () => {
  it.each(["D", "Helps with a table.", "Use when asked."])("is said of %j", (text) => {
    expect(lint(text)).toContain("description-too-short");
  });

  it.each(["Use when a chart is due.", "売上表からグラフを作る", "Строит графики"])("is not said of %j", (text) => {
    expect(lint(text)).toEqual([]);
  });
});

describe("description-no-trigger", () => {
  it.each([
    "Extracts text and tables from PDF files, and fills in forms.",
    "A skill for the analysis of spreadsheets.",
  ])("is said of %j", (text) => expect(lint(text)).toEqual(["description-no-trigger"]));

  it.each([
    "Extracts text from PDF files. Use when the user mentions PDFs.",
    "Extracts text from PDF files. Use this skill for invoices.",
    "Draws charts of tables whenever someone asks for a figure.",
    "Reviews a pull request before it is merged.",
    "Zieht Text und Tabellen aus PDF-Dateien und füllt Formulare aus.",
    "从 PDF 文件中提取文本和表格，填写表单，合并文档。",
  ])("is not said of %j", (text) => expect(lint(text)).toEqual([]));
});

describe("description-person", () => {
  it.each([
    ["I can help with charts of a table when asked.", "I"],
    ["Draws charts. Use when asked; I will pick the colours.", "I will"],
    ["You can use this to draw the charts of a table.", "You"],
    ["Helps you draw the charts of a table when asked.", "Helps you"],
    ["We help teams with charts when they ask.", "We"],
  ])("is said of %j", (text, shown) => {
    const raw = skillText(`name: demo\ndescription: ${text}`);
    const diagnostic = only(lintSkill(raw).diagnostics);
    expect(diagnostic).toMatchObject({ code: "description-person", field: "description", line: 3, column: 14 });
    expect(diagnostic.message).toContain(`"${shown}`);
    expect(textAt(raw, diagnostic)).toBe(text);
  });

  it.each([
    "Draws charts of a table. Use when the user says 'show me'.",
    "Configures CI and I/O of a build. Use when the build fails.",
    "Draws charts for YouTube videos. Use when asked for thumbnails.",
    "Illustrates weekly reports. Use when asked for a picture.",
  ])("is not said of %j", (text) => expect(lint(text)).toEqual([]));
});

describe("description-steps", () => {
  it.each([
    "Use when asked for a chart: first reads the table, then draws it.",
    "Use for charts. Step 1 reads the table.",
    "First reads the table and then draws it, when asked.",
    "Use for charts; first reads the table, then draws.",
    "Use for charts: read -> sort -> draw.",
    "Use for charts, reads the table, then sorts it and finally draws.",
  ])("is said of %j", (text) => expect(lint(text)).toEqual(["description-steps"]));

  it.each([
    "Draws the first chart of a table. Use when asked for a figure.",
    "Use when a function of type A -> B is missing.",
    "Use when the first run fails. Then it explains the reason.",
    "Use this skill first when a chart is due; then use B for the table.",
    "Use when the first draft is done and then the second is due.",
  ])("is not said of %j", (text) => expect(lint(text)).toEqual([]));
});

describe("an empty description", () => {
  it("gets the specification's word only", () => {
    expect(lint("")).toEqual(["description-empty"]);
  });
});

describe("the wording of a description that is too long", () => {
  it("is not looked at", () => {
    expect(lint(`I can help you. ${"first it reads, then ".repeat(60)}`)).toEqual(["description-too-long"]);
  });

  it("costs nothing", { retry: 2 }, () => {
    const raw = skillText(`name: demo\ndescription: ${"first ".repeat(170_000)}`);
    const started = performance.now();
    lintSkill(raw);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
