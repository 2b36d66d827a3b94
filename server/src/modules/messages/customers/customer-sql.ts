/** SQL: the customer of a channel conversation: E.164, or the channel's own id. */
export function customerOf(conversation: string): string {
  return `coalesce(${conversation}.customer_phone, ${conversation}.customer_identifier)`;
}

/** SQL: joins `customer`, the customer of `conversation` in their relation to a sender. */
export function joinCustomer(senderId: string): string {
  return `left join channel_customers customer on customer.sender_id = ${senderId}
    and customer.customer_key = customer_key(conversation.user_id, ${customerOf('conversation')})`;
}
