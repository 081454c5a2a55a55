import {
  File,
  Id3v2FrameClassType,
  Id3v2FrameIdentifiers,
  Id3v2Tag,
  Id3v2UserTextInformationFrame,
  InfoTag,
  Mpeg4AppleDataBoxFlagType,
  Mpeg4AppleTag,
  Mpeg4BoxType,
  ByteVector,
  Picture,
  PictureType,
  StringType,
  TagTypes,
  XiphComment,
  type IPicture,
  type Tag,
} from "node-taglib-sharp";
import { BETWEEN_NAMES, type WrittenTags } from "./media-jobs.ts";
import type { TaggableContainer } from "./sound-container-rules.ts";
import { ADVISORY_TAG, KIND_TAG } from "./track-tags.ts";

/** The main tag type of each kind of file; other tags get as much as they can hold. */
const mainTags: Readonly<Record<TaggableContainer, TagTypes>> = {
  mp3: TagTypes.Id3v2,
  aac: TagTypes.Id3v2,
  aiff: TagTypes.Id3v2,
  wav: TagTypes.Id3v2,
  flac: TagTypes.Xiph,
  ogg: TagTypes.Xiph,
  mp4: TagTypes.Apple,
};
/** For new tags; existing ones keep their version. */
const NEW_ID3_VERSION = 4;
const ITUNES = "com.apple.iTunes";
const replacedPictures: readonly PictureType[] = [PictureType.FrontCover, PictureType.Other];

/**
 * Changes some tags of a file in place and leaves its other tags alone. @throws whatever the library throws for a
 * damaged file
 */
export function changeFileTags({
  filePath,
  container,
  tags,
  cover,
}: {
  readonly filePath: string;
  readonly container: TaggableContainer;
  readonly tags: WrittenTags;
  /** A JPEG; null removes the front cover, undefined leaves it alone. */
  readonly cover: Uint8Array | null | undefined;
}): void {
  const mimeType = `taglib/${container === "mp4" ? "m4a" : container}`;
  const file = File.createFromPath(filePath, mimeType);
  try {
    const { tagTypes, tagTypesOnDisk } = file;
    const mainType = mainTags[container];
    // The library would add tags that the file never had.
    file.removeTags(tagTypes & ~(tagTypesOnDisk | mainType));
    const main = file.getTag(mainType, true);
    if (main instanceof Id3v2Tag && (tagTypesOnDisk & mainType) === 0)
      main.version = NEW_ID3_VERSION;
    changeCommonTags(main, tags);
    changeOwnTags(main, tags);
    for (const type of [TagTypes.Id3v1, TagTypes.Ape])
      if ((tagTypesOnDisk & type) !== 0) changeCommonTags(file.getTag(type, false), tags);
    if ((tagTypesOnDisk & TagTypes.RiffInfo) !== 0)
      changeInfoTags(file.getTag(TagTypes.RiffInfo, false), tags);
    // FLAC keeps pictures outside its comment.
    if (cover !== undefined) changeCover(container === "flac" ? file.tag : main, cover);
    file.save();
  } finally {
    file.dispose();
  }
}

function changeCommonTags(tag: Tag, tags: WrittenTags): void {
  if (tags.title !== undefined) tag.title = tags.title;
  if (tags.artists !== undefined) setNames(tag, { field: "performers", names: tags.artists });
  if (tags.album !== undefined) tag.album = tags.album ?? "";
  if (tags.albumArtists !== undefined)
    setNames(tag, { field: "albumArtists", names: tags.albumArtists });
  if (tags.genre !== undefined) tag.genres = listOf(tags.genre);
  if (tags.year !== undefined) tag.year = tags.year ?? 0;
  if (tags.trackNumber !== undefined) tag.track = tags.trackNumber ?? 0;
  if (tags.discNumber !== undefined) tag.disc = tags.discNumber ?? 0;
  if (tags.isrc !== undefined) changeIsrc(tag, tags.isrc?.split(BETWEEN_NAMES) ?? []);
}

const appleBoxes = { performers: Mpeg4BoxType.ART, albumArtists: Mpeg4BoxType.AART } as const;

/** Writes each name as a separate value. */
function setNames(
  tag: Tag,
  { field, names }: { readonly field: keyof typeof appleBoxes; readonly names: readonly string[] },
): void {
  // The library would join them into one text with semicolons or slashes.
  if (tag instanceof Mpeg4AppleTag) {
    const values = names.map((name) => ByteVector.fromString(name, StringType.UTF8));
    const flags = Mpeg4AppleDataBoxFlagType.ContainsText;
    tag.setQuickTimeData(appleBoxes[field], values, flags);
  } else tag[field] = valuesFor(tag, names);
}

/** ID3v2.3 has no multiple values; other programs separate them with NUL, and in UTF-16 give each a byte order mark. */
function valuesFor(tag: Tag, values: readonly string[]): string[] {
  const isOld = tag instanceof Id3v2Tag && tag.version < NEW_ID3_VERSION;
  return isOld && values.length > 0 ? [values.join("\0\ufeff")] : [...values];
}

function changeIsrc(tag: Tag, values: readonly string[]): void {
  const frame = Id3v2FrameIdentifiers.TSRC;
  if (tag instanceof XiphComment) tag.setFieldAsStrings("ISRC", ...values);
  else if (tag instanceof Mpeg4AppleTag) tag.setItunesStrings(ITUNES, "ISRC", ...values);
  else if (tag instanceof Id3v2Tag && frame !== undefined)
    tag.setTextFrame(frame, ...valuesFor(tag, values));
  else tag.isrc = values[0] ?? "";
}

/** The library maps RIFF's artist to the album artist, and stores the album where other programs have the director. */
function changeInfoTags(tag: Tag, { artists, title, album, genre, year }: WrittenTags): void {
  changeCommonTags(tag, { title, genre, year });
  if (artists !== undefined) tag.albumArtists = artists;
  if (album !== undefined && tag instanceof InfoTag)
    tag.setValuesFromStrings("IPRD", listOf(album));
}

/** Tags that each kind of file names in its own way. */
function changeOwnTags(tag: Tag, { label, language, isExplicit, kindTag }: WrittenTags): void {
  if (label !== undefined) setOwnTag(tag, { name: "LABEL", value: label });
  if (language !== undefined) setOwnTag(tag, { name: "LANGUAGE", value: language });
  if (kindTag !== undefined) setOwnTag(tag, { name: KIND_TAG, value: kindTag });
  if (isExplicit === undefined) return;
  const value = isExplicit === null ? null : isExplicit ? "1" : "2";
  setOwnTag(tag, { name: ADVISORY_TAG, value });
}

const frameOf = new Map([
  ["LABEL", Id3v2FrameIdentifiers.TPUB],
  ["LANGUAGE", Id3v2FrameIdentifiers.TLAN],
]);

function setOwnTag(
  tag: Tag,
  { name, value }: { readonly name: string; readonly value: string | null },
): void {
  const values = listOf(value);
  if (tag instanceof XiphComment) tag.setFieldAsStrings(name, ...values);
  else if (tag instanceof Mpeg4AppleTag) tag.setItunesStrings(ITUNES, name, ...values);
  else if (tag instanceof Id3v2Tag) {
    const frame = frameOf.get(name);
    if (frame === undefined) setUserText(tag, { name, values });
    else if (value === null) tag.removeFrames(frame);
    else tag.setTextFrame(frame, value);
  }
}

function setUserText(
  tag: Id3v2Tag,
  { name, values }: { readonly name: string; readonly values: string[] },
): void {
  const frames = tag.getFramesByClassType<Id3v2UserTextInformationFrame>(
    Id3v2FrameClassType.UserTextInformationFrame,
  );
  const known = Id3v2UserTextInformationFrame.findUserTextInformationFrame(frames, name, false);
  if (values.length === 0) {
    if (known !== undefined) tag.removeFrame(known);
    return;
  }
  const frame = known ?? Id3v2UserTextInformationFrame.fromDescription(name);
  frame.text = values;
  if (known === undefined) tag.addFrame(frame);
}

function changeCover(tag: Tag, cover: Uint8Array | null): void {
  const others: IPicture[] = tag.pictures.filter(({ type }) => !replacedPictures.includes(type));
  const bytes = cover === null ? null : ByteVector.fromByteArray(cover);
  tag.pictures =
    bytes === null
      ? others
      : [Picture.fromFullData(bytes, PictureType.FrontCover, "image/jpeg", ""), ...others];
}

function listOf(value: string | null): string[] {
  return value === null ? [] : [value];
}
