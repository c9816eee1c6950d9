/** Framing words: part of the phrasing of a need rather than of the need itself. */
const FRAMING = new Set(
  'alternative alternatives app application applications apps based best better build cheap cloud easy equivalent fast free good great host hosted hosting lightweight local manage management manager modern online open opensource platform platforms popular private program programs project projects replace replacement replacing selfhost selfhosted selfhosting self server service services simple site software solution solutions source system systems tool tools top web webapp website'.split(
    ' ',
  ),
);

export function isFramingWord(word: string): boolean {
  return FRAMING.has(word);
}
