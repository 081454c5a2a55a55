import { Loaded } from "../../../ui/loaded.tsx";
import { useStationSettings } from "../settings-data.ts";
import { useSystemStatus } from "../system/system-data.ts";
import { GoingPublic } from "./going-public.tsx";

/** The checks before going public. */
export function GoingPublicSection() {
  const settings = useStationSettings();
  const status = useSystemStatus();
  return (
    <Loaded what="checklist" query={settings}>
      {(stored) => (
        <GoingPublic
          settings={stored}
          proxyProblems={status.data?.proxyProblems ?? []}
          reachProblem={status.data?.reachProblem ?? null}
        />
      )}
    </Loaded>
  );
}
