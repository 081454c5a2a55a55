import { settingsApi } from "@neonrelay/contract";
import { ApiFailure } from "../http-kit/api-failure.ts";
import { feature, operatorOf, type HandlersFor } from "../http-kit/route.ts";
import { noOldAddress, noSuchBitrate } from "./stream-format-failures.ts";
import { toBranding } from "./branding.ts";
import {
  changeBranding,
  changeStationSettings,
  loadStationSettings,
  type SettingsParts,
} from "./settings-actions.ts";

export const settingsFeature = feature(settingsApi, settingsHandlers);

function settingsHandlers(parts: SettingsParts): HandlersFor<typeof settingsApi> {
  return {
    getBranding: async () => toBranding(parts.settings.current),
    putBranding: ({ body }, call) =>
      changeBranding(parts, { branding: body, by: operatorOf(call) }),
    getStationSettings: () => loadStationSettings(parts),
    putStationSettings: async ({ body }, call) => {
      const by = operatorOf(call);
      const outcome = await changeStationSettings(parts, { change: body, by });
      switch (outcome.kind) {
        case "changed":
          return outcome.settings;
        case "no-such-bitrate":
          throw noSuchBitrate(outcome);
        case "needs-super-admin":
          throw new ApiFailure({
            error: "Only a super_admin can change which private hosts the station may connect to",
            code: "not_allowed",
            field: "allowedStreamHosts",
          });
        case "no-old-address":
          throw noOldAddress(outcome);
        default:
          return outcome satisfies never;
      }
    },
  };
}
