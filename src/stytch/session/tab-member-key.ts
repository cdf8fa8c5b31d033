/** Session storage key of the member whom this tab shows, apart from the code that only a signed-in tab loads. */
export const TAB_MEMBER_KEY = 'tab_member';
