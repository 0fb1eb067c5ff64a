// Sending a declared mail (`mails` of a plugin), a company's own words for it, and the outbox as it may be read.
export { MAX_ATTACHMENT_BYTES, type MailAttachment, type MailRecipient } from '../contract/mail.js'
export { type Sending, sendMail } from '../mail/mail_service.js'
export { type MailText, listOwnTexts, mailTextChanged, placeholdersOf, resetOwnText, saveOwnText } from '../mail/texts.js'
export {
  MAIL_STATUSES,
  type MailStatus,
  type OutboxMail,
  type OutboxSummary,
  findMail,
  mailsSource,
  sendAgain,
  summarizeMails,
} from '../mail/outbox_list.js'
