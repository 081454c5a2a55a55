import type { StationPolicy } from "@neonrelay/contract";
import { isLoopbackAddress } from "@neonrelay/process/client-address";

/** The startup warning when guests control the whole queue; null: none. */
export function warnOfGuests({
  host,
  publicUrl,
  guestQueueActions,
}: Pick<StationPolicy, "guestQueueActions"> & {
  /** Where the web server listens. */
  readonly host: string;
  /** null: not set. */
  readonly publicUrl: string | null;
}): string | null {
  const isOpen = publicUrl !== null || !(host === "localhost" || isLoopbackAddress(host));
  if (!isOpen || guestQueueActions !== "full") return null;
  return "guests on other machines can clear, shuffle and reorder the queue; we recommend 'requests only': Settings, Security, Going public";
}
