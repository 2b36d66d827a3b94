/** Whether this process handed a signal on that asks its program to stop. */
export const stopRequest = { isHandled: false };
