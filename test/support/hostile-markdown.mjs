// Repeated often enough, each of these makes a careless reader of Markdown slow.

export const hostileUnits = [
  "](aaaa",
  "](",
  "]( ",
  "](<",
  '](a "',
  "[a](b.md) ",
  "` `` ",
  "`",
  "- ",
  "[a](",
  "!`x` ",
  "](a) `",
  "/home/a ",
];
