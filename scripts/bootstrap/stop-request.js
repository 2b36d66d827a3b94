/** True once a stop signal has reached the program, or was forwarded to it. */
export const stopRequest = { isHandled: false };
