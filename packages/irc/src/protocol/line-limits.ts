/** Longest line without tags and without CRLF, RFC 1459 §2.3. */
export const MAX_BODY_BYTES = 510;
/** Longest tags, with their "@" and the space after them, IRCv3 message-tags. */
export const MAX_TAG_BYTES = 8191;
