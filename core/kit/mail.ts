// The outbox as it may be read; what is mailed is declared (`mails` of a plugin).
export {
  MAIL_SORTS,
  MAIL_STATUSES,
  type MailSort,
  type MailStatus,
  type OutboxMail,
  type OutboxSummary,
  findMail,
  listMails,
  summarizeMails,
} from '../mail/outbox_list.js'
