import type { GatedPart } from "../features/accounts/access-gate.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";

export const uploadPanel: GatedPart = {
  right: "upload",
  ...lazyPart(async () => (await import("./upload-panel.tsx")).UploadPanel),
};

export const settingsCentre: GatedPart = {
  right: "system_config",
  ...lazyPart(
    async () => (await import("../features/settings/settings-centre.tsx")).SettingsCentre,
  ),
};

export const listenersPanel: GatedPart = {
  right: "audience",
  ...lazyPart(
    async () => (await import("../features/listeners/listeners-panel.tsx")).ListenersPanel,
  ),
};

export const programmePanel: GatedPart = {
  right: "programme",
  ...lazyPart(
    async () => (await import("../features/programme/programme-panel.tsx")).ProgrammePanel,
  ),
};
