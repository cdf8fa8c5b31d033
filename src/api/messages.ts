const NOT_ACCEPTED = 'The service did not accept this. Check what you typed.';

/** By the status of the response; 0 without one. */
const service: Readonly<Record<number, string>> = {
  0: 'The service could not be reached. Check your connection and try again.',
  400: NOT_ACCEPTED,
  401: 'Your session could not be confirmed. Try again in a moment.',
  403: 'Your role does not allow this any more. Ask an administrator if you need it.',
  404: 'It no longer exists.',
  409: 'It exists already. Somebody else may have created it.',
  412: 'Somebody else has changed it in the meantime.',
  413: 'It is too long. Shorten it and try again.',
  422: NOT_ACCEPTED,
  429: 'There were too many requests. Wait a moment and try again.',
};

/** The sentences about a call that failed. Those of other problems of the directory belong to one page. */
export const messages = {
  service,
  ourSide: 'Something went wrong on our side. Try again in a moment.',
  directory: {
    unreachable: 'We could not reach the sign-in service. Check your connection and try again.',
    limited: service[429],
    session: service[401],
    forbidden: service[403],
  },
  somethingWentWrong: 'Something went wrong. Please try again.',
} as const;
