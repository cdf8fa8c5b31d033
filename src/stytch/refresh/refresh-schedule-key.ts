/** The key in local storage of the times that all tabs share (`refresh-schedule.ts`). */
export const REFRESH_SCHEDULE_KEY = 'auth_refresh';
