/** What needs a lane: from one rank to another, and so much room for a label. */
export interface LaneRequest {
  readonly low: number;
  readonly high: number;
  readonly room: number;
}

const laneWidth = 16;

/** The x of a lane for each request, counted from the left of the first; requests that do not meet share one. */
export function assignLanes(requests: readonly LaneRequest[]): {
  readonly offsets: readonly number[];
  readonly width: number;
} {
  const lanes: LaneRequest[][] = [];
  const lane = requests.map((request) => {
    const free = lanes.findIndex((taken) => taken.every(({ low, high }) => high < request.low || low > request.high));
    const index = free === -1 ? lanes.length : free;
    (lanes[index] ??= []).push(request);
    return index;
  });
  const starts: number[] = [];
  let width = 0;
  for (const taken of lanes) {
    starts.push(width + laneWidth);
    width += laneWidth + Math.max(...taken.map(({ room }) => room));
  }
  return { offsets: lane.map((index) => starts[index] ?? 0), width };
}
