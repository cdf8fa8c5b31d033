/** The slugs that the provider accepts. */
const PROVIDER_SLUG = /^(?=.*[a-z0-9])[a-z0-9._~-]{2,128}$/;
const SLUG_MAX_LENGTH = 128;

/** The slugs that can be one label of a host name (RFC 1123). */
const HOST_LABEL = /^[a-z0-9][a-z0-9-]*[a-z0-9]$/;
const HOST_LABEL_MAX_LENGTH = 63;

/** The place of the slug in a project's address template, and the host of such a template. */
const PLACEHOLDER = '{{slug}}';
const HOST_WITH_PLACEHOLDER = /^(?:https?:\/\/)?[^/]*\{\{slug\}\}/;

/**
 * The slug to create a typed organization with (R7.11). Decision 012.
 *
 * @param organization the organization as typed
 * @param pattern the project's `slug_pattern`: an address with `{{slug}}` in it, as the provider documents it;
 *   anything else is read as a regular expression, and ignored when it is not valid
 * @returns `undefined` when nothing of the name remains, so that the provider chooses; `null` when no slug of this
 *   name meets the regular expression
 */
export function slugToSend(
  { name, slug }: { readonly name: string; readonly slug: string },
  pattern: string | null,
): string | undefined | null {
  const isTemplate = pattern?.includes(PLACEHOLDER) ?? false;
  const isHost = isTemplate && HOST_WITH_PLACEHOLDER.test(pattern ?? '');
  const project = isHost ? HOST_LABEL : isTemplate ? null : regularExpression(pattern);
  const isAllowed = (candidate: string) =>
    PROVIDER_SLUG.test(candidate) && (project?.test(candidate) ?? true);
  const maxLength = isHost ? HOST_LABEL_MAX_LENGTH : SLUG_MAX_LENGTH;
  const latin = transliterate(name).slice(0, maxLength).replace(/-$/, '');
  const allowed = [slug.slice(0, maxLength), latin, latin.replaceAll('-', '')].find(isAllowed);
  return allowed ?? (project === null || isHost ? undefined : null);
}

function regularExpression(pattern: string | null): RegExp | null {
  try {
    return pattern === null ? null : new RegExp(pattern);
  } catch {
    return null;
  }
}

/** Letters that Unicode does not decompose, each followed by its Latin form. Other scripts are left out. */
const LATIN_FORMS = new Map(
  (
    'ß ss æ ae œ oe ø o đ d ð d þ th ł l ħ h ı i ' +
    'а a б b в v г g д d е e ж zh з z и i к k л l м m н n о o п p р r с s т t у u ф f х kh ц ts ч ch ш sh щ shch ы y э e ю yu я ya ' +
    'і i є ye ґ g ' +
    'α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o'
  )
    .match(/\S+ \S+/g)
    ?.map((pair) => [pair.slice(0, 1), pair.slice(2)]),
);

/** A name in Latin letters, digits and single hyphens. Empty when nothing remains. */
function transliterate(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’ʼ`ъь]/gu, '')
    .replace(/[^a-z0-9]/gu, (letter) => LATIN_FORMS.get(letter) ?? '-')
    .replace(/-+/g, '-')
    .replace(/^-|-$/g, '');
}
