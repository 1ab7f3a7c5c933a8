import type { SkillManifest } from "../../../core/format/types.ts";
import type { SkillRegistry } from "../../../core/registry/skill-registry.ts";
import { originText } from "../../../core/skillset/catalog-line.ts";
import { renderSkillBlock } from "../../../core/skillset/render-skill-block.ts";
import type { SkillResource } from "../../../core/source/skill-source.ts";

/** The instructions of skills as a model gets them; rendered once, as long as nothing was read again. */
export function skillTexts(registry: SkillRegistry): (id: string) => Promise<string> {
  const rendered = new WeakMap<SkillManifest, { readonly files: readonly SkillResource[]; readonly text: string }>();
  return async (id) => {
    const [manifest, files] = await Promise.all([registry.trigger(id), registry.files(id)]);
    const known = rendered.get(manifest);
    if (known?.files === files) return known.text;
    const given = (await registry.catalog()).find((entry) => entry.id === id)?.origin;
    const origin = given === undefined ? undefined : originText(given);
    const text = renderSkillBlock({ id, body: manifest.body, directory: await registry.directory(id), files, origin });
    rendered.set(manifest, { files, text });
    return text;
  };
}
