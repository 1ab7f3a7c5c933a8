import type { Skillset } from "@tradecraft/sdk";
import type { StateSnapshot } from "../../../../src/core/code/state/skill-state.ts";
import { EventHub } from "../../../../src/core/skillset/skillset-events.ts";

/** As much of a skillset as is listened to; its state is whatever a test says. */
export function fakeSkillset(state: StateSnapshot = {}) {
  const hub = new EventHub();
  let listening = 0;
  const fake = {
    value: state,
    emit: hub.emit.bind(hub),
    get listening() {
      return listening;
    },
    state: { snapshot: () => fake.value },
    on: ((name, listener) => {
      const stop = hub.on(name, listener);
      listening++;
      return () => {
        listening--;
        stop();
      };
    }) as Skillset["on"],
  };
  return { fake, skillset: fake as unknown as Skillset };
}
