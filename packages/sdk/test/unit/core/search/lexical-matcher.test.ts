import { describe, expect, it } from "vitest";
import { lexicalMatcher } from "../../../../src/core/search/lexical-matcher.ts";
import { candidate, idsOf } from "./candidate.ts";

const office = [
  candidate("pdf-forms", "Fill in PDF forms and check the result.", "Use the form tool. Never flatten a form twice."),
  candidate("spreadsheets", "Read and write Excel workbooks.", "Charts can be exported as PDF."),
  candidate("release-notes", "Write release notes from a list of commits.", "Group the commits by kind."),
  candidate("parseCSVFile", "Turns tables into records.", "Handles quotes."),
  candidate("the-who", "Facts of a band.", "Albums and tours."),
];

describe("ranking", () => {
  it.each([
    ["fill a pdf form", "pdf-forms"],
    ["excel", "spreadsheets"],
    ["commit history to notes", "release-notes"],
    ["flattening", "pdf-forms"],
    ["albums", "the-who"],
  ])("puts first what fits %j", async (query, id) => {
    expect((await idsOf(lexicalMatcher(), query, office))[0]).toBe(id);
  });

  it("prefers a word in the name to one in the body", async () => {
    expect(await idsOf(lexicalMatcher(), "pdf", office)).toEqual(["pdf-forms", "spreadsheets"]);
  });

  it("stems both ways", async () => {
    const corpus = [candidate("a", "Deploying services"), candidate("b", "Deploy a service")];
    expect((await idsOf(lexicalMatcher(), "deploy service", corpus)).sort()).toEqual(["a", "b"]);
    expect((await idsOf(lexicalMatcher(), "deployed services", corpus)).sort()).toEqual(["a", "b"]);
  });

  it.each(["parse csv", "csv file", "parseCSVFile", "parsecsvfile", "ParseCsv", "file-parser CSV"])(
    "finds parseCSVFile by %j",
    async (query) => expect((await idsOf(lexicalMatcher(), query, office))[0]).toBe("parseCSVFile"),
  );

  it.each([
    ["nodejs", "node-js"],
    ["NodeJS servers", "node-js"],
    ["run a nodejs server", "node-js"],
    ["type script", "typescript"],
    ["type-script errors", "typescript"],
    ["check my type-script errors", "typescript"],
  ])("finds by %j what is called %s", async (query, id) => {
    const corpus = [candidate("node-js", "Runs it."), candidate("typescript", "Checks it."), candidate("other", "No.")];
    expect((await idsOf(lexicalMatcher(), query, corpus))[0]).toBe(id);
  });

  it("does not join words that skills have apart, unless they are written together", async () => {
    const corpus = [
      candidate("typescript", "Checks it."),
      candidate("fonts", "Sets type."),
      candidate("bash", "A script."),
    ];
    expect(await idsOf(lexicalMatcher(), "type script", corpus)).toEqual(["bash", "fonts"]);
    expect((await idsOf(lexicalMatcher(), "type-script", corpus))[0]).toBe("typescript");
  });

  it.each([
    ["c++", ["cpp"]],
    ["C#", ["csharp"]],
    ["f# code", ["fsharp"]],
    ["c", ["c"]],
    [".NET", ["net"]],
  ])("takes %s for a word", async (query, ids) => {
    const corpus = [
      candidate("cpp", "Writes C++."),
      candidate("csharp", "Writes (C#)"),
      candidate("fsharp", "F#"),
      candidate("c", "Writes C, and a+b"),
      candidate("net", "Uses .NET"),
    ];
    expect(await idsOf(lexicalMatcher(), query, corpus)).toEqual(ids);
  });

  it("does not take a word for its parts when the word is known", async () => {
    const corpus = [candidate("js", "JavaScript bundling"), candidate("jvm", "Java servers")];
    expect(await idsOf(lexicalMatcher(), "JavaScript", corpus)).toEqual(["js"]);
  });

  it("finds names of stop words, and drops those words when there are others", async () => {
    expect(await idsOf(lexicalMatcher(), "the who", office)).toEqual(["the-who"].concat(["pdf-forms"]));
    expect(await idsOf(lexicalMatcher(), "the excel", office)).toEqual(["spreadsheets"]);
  });

  it("finds nothing for words that nobody has, for no words and in an empty corpus", async () => {
    const matcher = lexicalMatcher();
    for (const query of ["zyzzyva", "", "  ", "?!", "🙂"]) expect(await matcher.match(query, office)).toEqual([]);
    expect(await matcher.match("pdf", [])).toEqual([]);
  });

  it("weighs fields as told", async () => {
    const corpus = [candidate("x", "", "", "alpha beta"), candidate("y", "alpha", "alpha alpha", "gamma")];
    expect(await idsOf(lexicalMatcher({ nameWeight: 9 }), "alpha", corpus)).toEqual(["x", "y"]);
    expect(await idsOf(lexicalMatcher({ nameWeight: 0 }), "alpha", corpus)).toEqual(["y"]);
    expect(() => lexicalMatcher({ k1: Number.NaN })).toThrow(RangeError);
    expect(() => lexicalMatcher({ b: { body: 1.5 } })).toThrow(RangeError);
  });
});

describe("scores, topK and threshold", () => {
  it("gives 1 to the skill whose name is the query, and less to all others", async () => {
    const [first, ...others] = await lexicalMatcher().match("PDF forms", office);
    expect(first).toEqual({ id: "pdf-forms", score: 1 });
    expect(others.every(({ score }) => score > 0 && score < 1)).toBe(true);
    expect(await idsOf(lexicalMatcher(), "pdf-forms", office, { threshold: 1 })).toEqual(["pdf-forms"]);
  });

  it("counts what nobody has against the score", async () => {
    const [known] = await lexicalMatcher().match("excel charts", office);
    const [diluted] = await lexicalMatcher().match("excel charts zyzzyva quux", office);
    expect(diluted?.score).toBeLessThan(known?.score ?? 0);
  });

  it("includes the threshold itself", async () => {
    const matcher = lexicalMatcher();
    const all = await matcher.match("write pdf notes", office);
    for (const { score } of all) {
      const kept = await matcher.match("write pdf notes", office, { threshold: score });
      expect(kept).toEqual(all.filter((match) => match.score >= score));
    }
    expect(await matcher.match("write", office, { threshold: 1.01 })).toEqual([]);
    expect(await matcher.match("write", office, { threshold: -1 })).toEqual(await matcher.match("write", office));
  });

  it("cuts to the best, equal scores by id", async () => {
    const corpus = ["c", "a", "d", "b"].map((id) => candidate(id, "same words", "", "same"));
    expect(await idsOf(lexicalMatcher(), "words", corpus)).toEqual(["a", "b", "c", "d"]);
    expect(await idsOf(lexicalMatcher(), "words", corpus, { topK: 2 })).toEqual(["a", "b"]);
    expect(await idsOf(lexicalMatcher(), "words", corpus, { topK: 2.9 })).toEqual(["a", "b"]);
    expect(await idsOf(lexicalMatcher(), "words", corpus, { topK: 0 })).toEqual([]);
  });

  it.each([{ topK: -1 }, { topK: Number.NaN }, { threshold: Number.NaN }])("refuses %j", async (options) => {
    await expect(lexicalMatcher().match("pdf", office, options)).rejects.toThrow(RangeError);
  });

  it("finds with topK exactly the beginning of what it finds without", async () => {
    const words = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"];
    const text = (seed: number, count: number): string =>
      Array.from({ length: count }, (_, at) => words[(seed * (at + 3) + at * at) % (1 + (seed % words.length))]).join(
        " ",
      );
    const corpus = Array.from({ length: 400 }, (_, at) => candidate(`s${at}`, text(at, 4), text(at * 7, 30)));
    const matcher = lexicalMatcher();
    for (const query of ["theta eta zeta alpha", "alpha beta", "zeta alpha beta gamma delta", words.join(" ")]) {
      const all = await matcher.match(query, corpus);
      for (const topK of [1, 5, 10, 50])
        expect(await matcher.match(query, corpus, { topK })).toEqual(all.slice(0, topK));
      const bar = all[20]?.score ?? 0;
      expect(await matcher.match(query, corpus, { threshold: bar })).toEqual(all.filter(({ score }) => score >= bar));
    }
  });
});

describe("languages", () => {
  const corpus = [
    candidate("zh", "使用机器学习模型分析数据并生成报告", "读取表格文件"),
    candidate("ja", "会議の議事録を要約して、メールで送信します", "日本語の文書を処理する"),
    candidate("ru", "Ещё один способ проверять документы", "Отчёт по проекту"),
    candidate("ar", "إنشاء التقارير المالية وتحليل البيانات", "مُسْتَنَد"),
    candidate("de", "Prüft Straßen und Häuser auf Mängel", "Größe messen"),
    candidate("th", "สร้างรายงานการประชุมภาษาไทย", "แปลเอกสาร"),
    candidate("ko", "문서를 요약합니다", "회의록을 작성하고 번역합니다"),
    candidate("hi", "दस्तावेज़ का अनुवाद करें", "हिन्दी"),
    candidate("vi", "Tạo báo cáo tài chính", ""),
    candidate("el", "Μετάφραση εγγράφων", ""),
    candidate("mixed", "使用PDF文件", "ﬁnance Ｆｕｌｌ"),
  ];
  it.each([
    ["数据分析", "zh"],
    ["表格", "zh"],
    ["議事録 要約", "ja"],
    ["日本語の文書", "ja"],
    ["еще документы", "ru"],
    ["отчет", "ru"],
    ["تحليل بيانات", "ar"],
    ["انشاء", "ar"],
    ["مستند", "ar"],
    ["strassen", "de"],
    ["STRASSEN prufen hauser", "de"],
    ["Ma\u0308ngel", "de"],
    ["รายงาน", "th"],
    ["เอกสาร", "th"],
    ["문서 요약", "ko"],
    ["번역", "ko"],
    ["अनुवाद", "hi"],
    ["bao cao", "vi"],
    ["μεταφραση", "el"],
    ["pdf", "mixed"],
    ["finance full", "mixed"],
  ])("finds by %j", async (query, id) => expect((await idsOf(lexicalMatcher(), query, corpus))[0]).toBe(id));

  it("keeps apart what only marks tell apart in scripts where marks are vowels", async () => {
    const vowels = [candidate("ki", "कि"), candidate("ka", "का")];
    expect(await idsOf(lexicalMatcher(), "कि", vowels)).toEqual(["ki"]);
  });
});

describe("hostile texts", () => {
  it("takes objects' own names for words", async () => {
    const corpus = [
      candidate("__proto__", "constructor", "toString hasOwnProperty"),
      candidate("constructor", "plain"),
    ];
    const matcher = lexicalMatcher();
    expect(await idsOf(matcher, "constructor", corpus)).toEqual(["constructor", "__proto__"]);
    expect(await idsOf(matcher, "proto", corpus)).toEqual(["__proto__"]);
    expect(await idsOf(matcher, "valueOf", corpus)).toEqual([]);
  });

  it.each([
    ["one word again and again", "word ".repeat(20_000), "word"],
    ["one long word", "x".repeat(100_000), "x".repeat(100_000)],
    ["one long camelCase word", "aB".repeat(50_000), "aB".repeat(50_000)],
    ["words of y", `${"y".repeat(31)} `.repeat(3_000), "y".repeat(31)],
    ["lone surrogates", "\ud800 \udc00 lone\ud800word", "lone"],
    ["NUL", "head\0tail\0", "tail"],
    ["letters beyond the first plane", "𝐛𝐨𝐥𝐝 𠮷野家", "bold"],
    ["marks alone", `\u0301\u0301 plain`, "plain"],
    ["marks in a pile", `ab${"\u0301".repeat(10_000)} plain`, "ab"],
    ["text without any space", "报告".repeat(30_000), "报告"],
  ])("survives %s", async (_, body, query) => {
    const corpus = [candidate("hostile", "", body), candidate("other", "nothing of the kind")];
    expect(await idsOf(lexicalMatcher(), query, corpus)).toEqual(["hostile"]);
  });

  it("reads only the beginning of a long query", { retry: 2 }, async () => {
    const matcher = lexicalMatcher();
    await matcher.match("", office);
    const start = performance.now();
    expect((await idsOf(matcher, `excel ${"pdf notes wörter ".repeat(200_000)}`, office)).length).toBeGreaterThan(0);
    expect(performance.now() - start).toBeLessThan(500);
  });
});
