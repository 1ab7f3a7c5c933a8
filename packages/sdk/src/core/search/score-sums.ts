/** Sums by document, with a list of those that have one, so that nothing else need be cleared or looked through. */
export class ScoreSums {
  /** Documents with a sum are the first `count`. */
  docs: Uint32Array = new Uint32Array(0);
  count = 0;
  #sums: Float64Array = new Float64Array(0);

  /** Room for documents numbered below `end`; only while empty. */
  reserve(end: number): void {
    if (this.#sums.length >= end) return;
    this.#sums = new Float64Array(end);
    this.docs = new Uint32Array(end);
  }

  get(doc: number): number {
    return this.#sums[doc] as number;
  }

  /** Adds to the sum of a document; nothing to add is no sum. */
  add(doc: number, gain: number): void {
    const sum = this.#sums[doc] as number;
    if (sum === 0) {
      if (gain === 0) return;
      this.docs[this.count++] = doc;
    }
    this.#sums[doc] = sum + gain;
  }

  /** Adds only if there is a sum already. */
  raise(doc: number, gain: number): void {
    const sum = this.#sums[doc] as number;
    if (sum > 0) this.#sums[doc] = sum + gain;
  }

  set(doc: number, sum: number): void {
    this.add(doc, sum);
    this.#sums[doc] = sum;
  }

  /** The sum that `rank` documents reach; 0 if there are not so many. */
  reachedBy(rank: number): number {
    if (this.count < rank) return 0;
    // The lowest of the best lies on top of the heap.
    const heap = new Float64Array(rank);
    for (let at = 0; at < this.count; at++) {
      const sum = this.#sums[this.docs[at] as number] as number;
      if (sum > (heap[0] as number)) replaceTop(heap, sum);
    }
    return heap[0] as number;
  }

  /** Forgets documents below a sum. */
  drop(least: number): void {
    let kept = 0;
    for (let at = 0; at < this.count; at++) {
      const doc = this.docs[at] as number;
      if ((this.#sums[doc] as number) >= least) this.docs[kept++] = doc;
      else this.#sums[doc] = 0;
    }
    this.count = kept;
  }

  clear(): void {
    this.drop(Infinity);
  }
}

function replaceTop(heap: Float64Array, value: number): void {
  let hole = 0;
  for (;;) {
    let child = 2 * hole + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && (heap[child + 1] as number) < (heap[child] as number)) child++;
    if ((heap[child] as number) >= value) break;
    heap[hole] = heap[child] as number;
    hole = child;
  }
  heap[hole] = value;
}
