import { Loaded } from "../../../ui/loaded.tsx";
import { useStationSettings } from "../settings-data.ts";
import { useSystemStatus } from "../system/system-data.ts";
import { usePublicChecks } from "./going-public-data.ts";
import { GoingPublic } from "./going-public.tsx";

/** The checks before going public. */
export function GoingPublicSection() {
  const settings = useStationSettings();
  const checks = usePublicChecks({ settings: settings.data, status: useSystemStatus().data });
  return (
    <Loaded what="checklist" query={{ ...settings, data: checks }}>
      {(found) => <GoingPublic checks={found} />}
    </Loaded>
  );
}
