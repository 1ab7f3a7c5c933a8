import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { mapInOrder } from "../../src/map-in-order.ts";

async function* numbers(count: number): AsyncGenerator<number> {
  for (let number = 0; number < count; number++) yield number;
}

it("keeps the order and the limit", async () => {
  let running = 0;
  let most = 0;
  const results: number[] = [];
  const work = async (number: number): Promise<number> => {
    most = Math.max(most, ++running);
    await sleep((number * 7) % 5);
    running--;
    return number;
  };
  for await (const result of mapInOrder(numbers(50), 4, work)) results.push(result);
  expect(results).toEqual(Array.from({ length: 50 }, (_, index) => index));
  expect(most).toBe(4);
});

it("raises a failure in its turn", async () => {
  const seen: number[] = [];
  const run = async (): Promise<void> => {
    for await (const result of mapInOrder(numbers(9), 4, async (number) => {
      if (number === 5) throw new Error("five");
      await sleep(1);
      return number;
    })) {
      seen.push(result);
    }
  };
  await expect(run()).rejects.toThrow("five");
  expect(seen).toEqual([0, 1, 2, 3, 4]);
});
