// The outbox as it may be read; what is mailed is declared (`mails` of a plugin).
export {
  MAIL_STATUSES,
  type MailStatus,
  type OutboxMail,
  type OutboxSummary,
  findMail,
  mailsSource,
  summarizeMails,
} from '../mail/outbox_list.js'
