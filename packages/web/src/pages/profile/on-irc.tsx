import { ExternalLink } from "lucide-react";
import { FormSection } from "../../ui/form-fields.tsx";
import { UNKNOWN } from "../../ui/format-time.ts";
import { ircLink } from "../../features/irc/irc-link.ts";
import { useIrcStatus, useShownServer } from "../../features/irc/irc-status-data.ts";
import { Facts } from "../../ui/facts.tsx";

/**
 * The channel's address and the linked account.
 * @param ircAccount null: not linked
 */
export function OnIrc({ ircAccount }: { readonly ircAccount: string | null }) {
  const status = useIrcStatus();
  const server = useShownServer();
  const link = status === undefined ? undefined : ircLink(status);
  return (
    <FormSection
      title="On IRC"
      text="On the station's own server, sign in with your username and password. On another network, ask an operator to link your IRC account to this one."
    >
      <Facts
        facts={[
          ["Server", server || UNKNOWN],
          ["Channel", status?.channels[0] ?? UNKNOWN],
          ["Linked IRC account", ircAccount ?? "None"],
        ]}
      />
      {link !== undefined && (
        <a href={link} className="button self-start">
          <ExternalLink size={16} aria-hidden="true" />
          Open in an IRC app
        </a>
      )}
    </FormSection>
  );
}
