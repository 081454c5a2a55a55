import type { IrcServerEvent } from "@neonrelay/irc/server";
import type { SecretCheckParts } from "../accounts/secret-check.ts";
import type { SanctionParts } from "../chat/sanction-actions.ts";

type Operated = Extract<IrcServerEvent, { type: "operated" }>;
type Deed = Operated["deed"];

/** Records a server operator's action on IRC in the system log; becoming one goes into the security events. */
export function recordDeed(
  { systemLog, security }: Pick<SanctionParts, "systemLog"> & Pick<SecretCheckParts, "security">,
  {
    who: { nick },
    deed,
    account,
    address,
  }: Operated & { readonly account: string; readonly address: string },
): void {
  const { action, details } = describeDeed(deed);
  const who = { kind: "channel-operator", nick: `${account} as ${nick}` } as const;
  systemLog.recordOperatorAction({ who, action, details: { ...details, address } });
  if (deed.kind === "rank")
    security.record({
      severity: "other",
      eventType: "irc_operator",
      description: `${account} became a server operator on IRC as ${nick}`,
      ipAddress: address,
    });
}

function describeDeed(deed: Deed): {
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
} {
  switch (deed.kind) {
    case "rank":
      return { action: "became a server operator", details: {} };
    case "kill": {
      const { nick, reason } = deed;
      return { action: `ended the connection of ${nick}`, details: { reason } };
    }
    case "ban": {
      const { mask, reason, minutes } = deed;
      const details = { reason, minutes: minutes === 0 ? null : minutes };
      return { action: `banned ${mask} from the IRC server`, details };
    }
    case "unban":
      return { action: `lifted the ban of ${deed.mask} from the IRC server`, details: {} };
    case "reread":
      return { action: "let the IRC server read its certificate again", details: {} };
    default:
      return deed satisfies never;
  }
}
