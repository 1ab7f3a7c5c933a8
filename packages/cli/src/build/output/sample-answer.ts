type Shape = Readonly<Record<string, unknown>>;

/** A value that a JSON Schema describes, if that is easy. */
export function sampleAnswer(schema: unknown, depth = 0): unknown {
  if (typeof schema !== "object" || schema === null || depth > 8) return {};
  const shape = schema as Shape;
  const { const: value, enum: values, default: preset, examples, anyOf, oneOf, type } = shape;
  if (value !== undefined) return value;
  for (const list of [values, examples]) if (Array.isArray(list) && list.length > 0) return list[0] as unknown;
  if (preset !== undefined) return preset;
  const options = anyOf ?? oneOf;
  if (Array.isArray(options)) return sampleAnswer(options[0], depth + 1);
  switch (Array.isArray(type) ? type[0] : type) {
    case "string":
      return sampleText(shape);
    case "number":
    case "integer":
      return sampleNumber(shape);
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return Array.from({ length: numberOf(shape["minItems"]) }, (_, index) => {
        const first = Array.isArray(shape["prefixItems"]) ? (shape["prefixItems"] as unknown[]) : [];
        return sampleAnswer(first[index] ?? shape["items"], depth + 1);
      });
    default:
      return sampleObject(shape, depth);
  }
}

function sampleObject({ properties, required }: Shape, depth: number): unknown {
  const known = (properties ?? {}) as Record<string, unknown>;
  const names = Array.isArray(required) ? (required as string[]) : [];
  return Object.fromEntries(names.map((name) => [name, sampleAnswer(known[name], depth + 1)]));
}

const formats: Readonly<Record<string, string>> = {
  email: "person@example.com",
  uri: "https://example.com",
  date: "2024-01-31",
  "date-time": "2024-01-31T12:00:00Z",
  uuid: "123e4567-e89b-42d3-a456-426614174000",
};

function sampleText({ format, minLength, maxLength }: Shape): string {
  const known = typeof format === "string" ? formats[format] : undefined;
  if (known !== undefined) return known;
  const text = "text".padEnd(numberOf(minLength), "x");
  return typeof maxLength === "number" ? text.slice(0, maxLength) : text;
}

function sampleNumber({ minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf }: Shape): number {
  const step = typeof multipleOf === "number" ? multipleOf : 1;
  if (typeof minimum === "number") return Math.ceil(minimum / step) * step;
  if (typeof exclusiveMinimum === "number") return (Math.floor(exclusiveMinimum / step) + 1) * step;
  if (typeof maximum === "number" && maximum < 0) return maximum;
  if (typeof exclusiveMaximum === "number" && exclusiveMaximum <= 0) return exclusiveMaximum - step;
  return 0;
}

function numberOf(value: unknown): number {
  return typeof value === "number" ? value : 0;
}
