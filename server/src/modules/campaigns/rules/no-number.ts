/**
 * Why a campaign that has no number to call from cannot call, in words for its owner.
 * @param areChosenGone numbers were chosen for it, and the account has none of them any more
 */
export function whyNoNumber(areChosenGone: boolean): string {
  return areChosenGone
    ? 'The phone numbers that were chosen for this campaign were all given back. Choose others.'
    : 'There is no phone number that this campaign can call from.';
}
