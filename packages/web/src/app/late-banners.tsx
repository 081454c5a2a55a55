import { Wrench } from "lucide-react";
import { isOperator } from "../features/accounts/role-rules.ts";
import { useSession } from "../features/accounts/session-data.ts";
import { UpdateBanner } from "./update/update-banner.tsx";

/** Banners that most visitors never see, loaded after the first paint. */
export function LateBanners() {
  return (
    <>
      <MaintenanceBanner />
      <UpdateBanner />
    </>
  );
}

/** Tells visitors about maintenance mode, and reminds operators that it is on. */
function MaintenanceBanner() {
  const session = useSession();
  const isOn = session?.policy.maintenanceMode ?? false;
  return (
    <output aria-live="polite" className="block shrink-0">
      {isOn && (
        <span className="flex items-center gap-3 border-b border-warn/50 bg-s2 px-4 py-2 text-[13px]">
          <Wrench size={16} aria-hidden="true" className="shrink-0 text-warn" />
          {session !== undefined && isOperator(session)
            ? "Maintenance mode is on: guests and listeners can only listen and read."
            : "The station is being maintained. You can listen and read; requests, chat and comments are back soon."}
        </span>
      )}
    </output>
  );
}
