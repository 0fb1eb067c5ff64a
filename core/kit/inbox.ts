// Webhooks: verified, stored once, processed in their company.
export { inboxRoute } from '../inbox/inbox_route.js'
