import type { ListenerPlaces } from "@neonrelay/contract/callers";
import { countryName, shareWords } from "./listener-words.ts";
import { worldShapes } from "./world-shapes.ts";

/** Without Antarctica and the empty Pacific. */
const VIEW = "70 15 925 445";
/** Even the smallest share stands out from a country without listeners, in percent of the full colour. */
const MIN_SHADE = 30;

/** Where they listened, the darker the more. The table beside it says the same. */
export function WorldMap({
  countries,
}: {
  readonly countries: readonly ListenerPlaces["countries"][number][];
}) {
  const whole = countries.reduce((sum, { seconds }) => sum + seconds, 0);
  const shares = new Map(countries.map(({ value, seconds }) => [value, seconds]));
  const longest = Math.max(
    ...countries.flatMap(({ value, seconds }) => (value === null ? [] : [seconds])),
  );
  return (
    <figure className="min-w-0">
      <svg viewBox={VIEW} aria-hidden="true" className="block w-full">
        {Object.entries(worldShapes).map(([code, shape]) => {
          const seconds = shares.get(code) ?? 0;
          return (
            <path
              key={code}
              d={shape}
              style={{ fill: fillOf(seconds / longest) }}
              stroke="var(--s1)"
            >
              {seconds > 0 && (
                <title>{`${countryName(code)}: ${shareWords(seconds, whole)}`}</title>
              )}
            </path>
          );
        })}
      </svg>
      <figcaption className="text-[13px] text-muted">
        The fuller the colour, the longer they listened. Small countries are in the table only. Map:
        Natural Earth.
      </figcaption>
    </figure>
  );
}

/** @param part of the longest listening time, from 0 to 1 */
function fillOf(part: number): string {
  if (!(part > 0)) return "var(--s3)";
  // The square root keeps small countries apart from none.
  const shade = MIN_SHADE + (100 - MIN_SHADE) * Math.sqrt(part);
  return `color-mix(in srgb, var(--primary-edge) ${Math.round(shade)}%, var(--s3))`;
}
