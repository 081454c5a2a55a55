import type { Page } from "playwright-core";
import * as z from "zod";

const trackSchema = z.looseObject({ id: z.string() });
type Row = z.infer<typeof trackSchema>;

/** Answers the page's track list from memory, at the requested length, with rows taken from the station. */
export async function answerFromMemory(page: Page, origin: string, total: number): Promise<void> {
  const response = await fetch(new URL("/api/tracks?limit=100", origin));
  const models = z.array(trackSchema).parse(await response.json());
  await page.route("**/api/tracks?**", async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const offset = Number(query.get("offset") ?? 0);
    const limit = Number(query.get("limit") ?? 50);
    const rows: Row[] = [];
    for (let place = offset; place < Math.min(offset + limit, total); place += 1) {
      const model = models[place % models.length];
      if (model !== undefined) rows.push({ ...model, id: idOf(place), title: `Track ${place}` });
    }
    await route.fulfill({ json: rows, headers: { "x-total-count": `${total}` } });
  });
}

function idOf(place: number): string {
  return `00000000-0000-4000-8000-${place.toString(16).padStart(12, "0")}`;
}
