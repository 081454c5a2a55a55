import { CalendarPlus, Copy } from "lucide-react";
import { useCopy } from "../../ui/use-copy.ts";

/** A calendar feed: a link, and a button that copies its address. */
export function CalendarLinks({ path, of }: { readonly path: string; readonly of: string }) {
  const copy = useCopy();
  return (
    <div className="flex flex-wrap gap-2">
      <a className="button" href={path} aria-label={`iCalendar feed of ${of}`}>
        <CalendarPlus size={18} aria-hidden="true" />
        iCalendar
      </a>
      <button
        type="button"
        className="button"
        aria-label={`Copy address of the iCalendar feed of ${of}`}
        onClick={() => copy(new URL(path, location.origin).href)}
      >
        <Copy size={18} aria-hidden="true" />
        Copy address
      </button>
    </div>
  );
}
