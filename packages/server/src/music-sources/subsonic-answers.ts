import * as z from "zod/mini";

/** Some servers send numbers as text, and texts that look like numbers as numbers. */
const textSchema = z.pipe(
  z.union([z.string(), z.number()]),
  z.transform((value) => String(value)),
);
/** Invalid values count as absent. */
const orNothing = <Schema extends z.ZodMiniType>(schema: Schema) =>
  // oxlint-disable-next-line promise/valid-params -- this is zod's catch, not a promise's
  z.catch(z.optional(z.nullable(schema)), undefined);
const optionalText = orNothing(textSchema);
const optionalNumber = orNothing(
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/))]),
    z.transform((value) => Number(value)),
  ),
);
/** Some servers send a list with one entry as that entry. Invalid entries are dropped. */
const listOf = <Entry extends z.ZodMiniType>(entry: Entry) =>
  z.pipe(
    z.optional(z.nullable(z.union([z.array(z.unknown()), z.unknown()]))),
    z.transform((list): readonly z.output<Entry>[] => {
      const entries: readonly unknown[] = Array.isArray(list) ? list : [list];
      return entries.flatMap((one) => {
        const parsed = entry.safeParse(one);
        return parsed.success ? [parsed.data] : [];
      });
    }),
  );

/** The envelope of every API response. */
export const responseSchema = z.object({
  "subsonic-response": z.looseObject({
    status: z.enum(["ok", "failed"]),
    error: z.optional(z.object({ code: optionalNumber, message: optionalText })),
  }),
});

/** From OpenSubsonic: each artist separately. */
const namedSchema = listOf(z.object({ name: optionalText }));

/** A song as described by the API; missing or invalid fields are undefined. */
const songSchema = z.object({
  id: textSchema,
  title: optionalText,
  artist: optionalText,
  displayArtist: optionalText,
  artists: namedSchema,
  album: optionalText,
  genre: optionalText,
  year: optionalNumber,
  track: optionalNumber,
  discNumber: optionalNumber,
  duration: optionalNumber,
  bitRate: optionalNumber,
  samplingRate: optionalNumber,
  channelCount: optionalNumber,
  size: optionalNumber,
  suffix: optionalText,
  coverArt: optionalText,
  isVideo: orNothing(z.boolean()),
});
export type SubsonicSong = z.infer<typeof songSchema>;

const albumEntrySchema = z.object({ id: textSchema });

export const albumListSchema = z.object({
  albumList2: z.optional(z.object({ album: listOf(albumEntrySchema) })),
});

export const albumSchema = z.object({
  album: z.object({
    artist: optionalText,
    displayArtist: optionalText,
    artists: namedSchema,
    coverArt: optionalText,
    song: listOf(songSchema),
  }),
});

export const scanStatusSchema = z.object({
  scanStatus: z.object({
    scanning: orNothing(z.boolean()),
    count: optionalNumber,
    lastScan: optionalText,
  }),
});

export const artistsSchema = z.object({
  artists: z.optional(z.object({ lastModified: optionalNumber })),
});

export const playlistsSchema = z.object({
  playlists: z.optional(
    z.object({
      playlist: listOf(z.object({ id: textSchema, name: optionalText, songCount: optionalNumber })),
    }),
  ),
});

export const playlistSchema = z.object({
  playlist: z.object({ name: optionalText, entry: listOf(z.object({ id: textSchema })) }),
});
