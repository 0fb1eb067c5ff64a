// Webhooks: verified, stored once, processed in their company.
export { webhookRoute } from '../webhooks/webhook_route.js'
