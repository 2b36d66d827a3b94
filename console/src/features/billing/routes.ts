export const billingRoutes = [] as const;
