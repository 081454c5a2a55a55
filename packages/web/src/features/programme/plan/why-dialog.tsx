import type { PlanReason } from "@neonrelay/contract/callers";
import { ArtistBehind } from "../../../ui/artist-behind.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Facts, partsOf } from "../../../ui/facts.tsx";
import { formatTimeOfDay } from "../../../ui/format-time.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { usePlanReason } from "./plan-data.ts";
import { countsOf, gaveWayWords, lostWords } from "./plan-words.ts";

/** The subject: an item of the plan, or something that was on air. */
export interface Explained {
  readonly id: string;
  readonly startsAt: string;
  readonly title: string;
  readonly artist: string;
}

/** Why a track is in the plan, or was on air. */
export function WhyDialog({
  explained: { id, title, artist, startsAt },
  onClose,
}: {
  readonly explained: Explained;
  readonly onClose: () => void;
}) {
  const reason = usePlanReason(id);
  return (
    <Dialog title="Why this?" isSheet onClose={onClose}>
      <p className="mb-4 text-[13px] text-muted">
        {partsOf(formatTimeOfDay(Date.parse(startsAt)), title, artist)}
      </p>
      <Loaded what="reason" query={reason}>
        {(value) => <Reason reason={value} />}
      </Loaded>
    </Dialog>
  );
}

/** The whole reason. */
function Reason({ reason }: { readonly reason: PlanReason }) {
  const gave = gaveWayWords(reason.gaveWay);
  return (
    <div className="flex flex-col gap-5">
      <p className="leading-6">{reason.sentence}</p>
      {gave !== undefined && <p className="text-secondary-text">{gave}</p>}
      {reason.empty.length > 0 && (
        <p className="text-[13px] text-muted">
          No track to play: {reason.empty.map(({ name }) => name).join(", ")}
        </p>
      )}
      {reason.considered > 0 && <Facts facts={countsOf(reason)} />}
      {reason.nearest.length > 0 && (
        <section aria-labelledby="nearest">
          <h3 id="nearest" className="text-[15px] font-semibold">
            Closest alternatives
          </h3>
          <ul className="mt-1 flex flex-col">
            {reason.nearest.map(({ trackId, title, artist, lostBy }) => (
              <li key={trackId} className="border-b border-line py-2 last:border-b-0">
                <p className="leading-5">
                  {title} <ArtistBehind artist={artist} />
                </p>
                <p className="text-[13px] text-muted">{lostWords(lostBy)}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
