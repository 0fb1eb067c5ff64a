// One import per icon: the package's index would pull thousands of modules through the dev server.
import NotificationsOutlined from '@mui/icons-material/NotificationsOutlined'
import AccountTreeOutlined from '@mui/icons-material/AccountTreeOutlined'
import AddOutlined from '@mui/icons-material/AddOutlined'
import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined'
import ArrowBackOutlined from '@mui/icons-material/ArrowBackOutlined'
import ArrowDownwardOutlined from '@mui/icons-material/ArrowDownwardOutlined'
import ArrowForwardOutlined from '@mui/icons-material/ArrowForwardOutlined'
import ArrowUpwardOutlined from '@mui/icons-material/ArrowUpwardOutlined'
import ArticleOutlined from '@mui/icons-material/ArticleOutlined'
import AssessmentOutlined from '@mui/icons-material/AssessmentOutlined'
import BarChartOutlined from '@mui/icons-material/BarChartOutlined'
import BlockOutlined from '@mui/icons-material/BlockOutlined'
import BuildOutlined from '@mui/icons-material/BuildOutlined'
import BusinessOutlined from '@mui/icons-material/BusinessOutlined'
import CalendarMonthOutlined from '@mui/icons-material/CalendarMonthOutlined'
import CampaignOutlined from '@mui/icons-material/CampaignOutlined'
import CancelOutlined from '@mui/icons-material/CancelOutlined'
import AttachFileOutlined from '@mui/icons-material/AttachFileOutlined'
import CardMembershipOutlined from '@mui/icons-material/CardMembershipOutlined'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import CheckOutlined from '@mui/icons-material/CheckOutlined'
import ChevronRightOutlined from '@mui/icons-material/ChevronRightOutlined'
import ComputerOutlined from '@mui/icons-material/ComputerOutlined'
import CloseOutlined from '@mui/icons-material/CloseOutlined'
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined'
import ConstructionOutlined from '@mui/icons-material/ConstructionOutlined'
import ContactSupportOutlined from '@mui/icons-material/ContactSupportOutlined'
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined'
import CreditCardOutlined from '@mui/icons-material/CreditCardOutlined'
import DeleteOutlineOutlined from '@mui/icons-material/DeleteOutlineOutlined'
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined'
import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import DragIndicatorOutlined from '@mui/icons-material/DragIndicatorOutlined'
import EditOutlined from '@mui/icons-material/EditOutlined'
import EmojiEventsOutlined from '@mui/icons-material/EmojiEventsOutlined'
import ErrorOutlineOutlined from '@mui/icons-material/ErrorOutlineOutlined'
import EventAvailableOutlined from '@mui/icons-material/EventAvailableOutlined'
import EventOutlined from '@mui/icons-material/EventOutlined'
import ArrowDropDownOutlined from '@mui/icons-material/ArrowDropDownOutlined'
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined'
import ExploreOutlined from '@mui/icons-material/ExploreOutlined'
import ExtensionOutlined from '@mui/icons-material/ExtensionOutlined'
import FactCheckOutlined from '@mui/icons-material/FactCheckOutlined'
import FilterListOutlined from '@mui/icons-material/FilterListOutlined'
import GavelOutlined from '@mui/icons-material/GavelOutlined'
import GradingOutlined from '@mui/icons-material/GradingOutlined'
import GroupsOutlined from '@mui/icons-material/GroupsOutlined'
import HelpOutlineOutlined from '@mui/icons-material/HelpOutlineOutlined'
import HelpOutlined from '@mui/icons-material/HelpOutlined'
import HistoryToggleOffOutlined from '@mui/icons-material/HistoryToggleOffOutlined'
import HomeOutlined from '@mui/icons-material/HomeOutlined'
import HourglassEmptyOutlined from '@mui/icons-material/HourglassEmptyOutlined'
import ImageOutlined from '@mui/icons-material/ImageOutlined'
import InboxOutlined from '@mui/icons-material/InboxOutlined'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import KeyboardOutlined from '@mui/icons-material/KeyboardOutlined'
import LinkOutlined from '@mui/icons-material/LinkOutlined'
import LockOpenOutlined from '@mui/icons-material/LockOpenOutlined'
import LockOutlined from '@mui/icons-material/LockOutlined'
import LogoutOutlined from '@mui/icons-material/LogoutOutlined'
import MailOutlined from '@mui/icons-material/MailOutlined'
import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined'
import MenuOutlined from '@mui/icons-material/MenuOutlined'
import MonitorHeartOutlined from '@mui/icons-material/MonitorHeartOutlined'
import MoreHorizOutlined from '@mui/icons-material/MoreHorizOutlined'
import OpenInNewOutlined from '@mui/icons-material/OpenInNewOutlined'
import PersonOffOutlined from '@mui/icons-material/PersonOffOutlined'
import PersonOutlined from '@mui/icons-material/PersonOutlined'
import PlaceOutlined from '@mui/icons-material/PlaceOutlined'
import PlayCircleOutlined from '@mui/icons-material/PlayCircleOutlined'
import PrintOutlined from '@mui/icons-material/PrintOutlined'
import PublicOutlined from '@mui/icons-material/PublicOutlined'
import QrCodeOutlined from '@mui/icons-material/QrCodeOutlined'
import QuizOutlined from '@mui/icons-material/QuizOutlined'
import RadioButtonUncheckedOutlined from '@mui/icons-material/RadioButtonUncheckedOutlined'
import RateReviewOutlined from '@mui/icons-material/RateReviewOutlined'
import ReceiptLongOutlined from '@mui/icons-material/ReceiptLongOutlined'
import ReplayOutlined from '@mui/icons-material/ReplayOutlined'
import ReportOutlined from '@mui/icons-material/ReportOutlined'
import RequestQuoteOutlined from '@mui/icons-material/RequestQuoteOutlined'
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined'
import SchoolOutlined from '@mui/icons-material/SchoolOutlined'
import SearchOutlined from '@mui/icons-material/SearchOutlined'
import SendOutlined from '@mui/icons-material/SendOutlined'
import SettingsOutlined from '@mui/icons-material/SettingsOutlined'
import SpaceDashboardOutlined from '@mui/icons-material/SpaceDashboardOutlined'
import StarOutlineOutlined from '@mui/icons-material/StarOutlineOutlined'
import StopCircleOutlined from '@mui/icons-material/StopCircleOutlined'
import StorefrontOutlined from '@mui/icons-material/StorefrontOutlined'
import SwapHorizOutlined from '@mui/icons-material/SwapHorizOutlined'
import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined'
import TaskAltOutlined from '@mui/icons-material/TaskAltOutlined'
import TimelapseOutlined from '@mui/icons-material/TimelapseOutlined'
import TranslateOutlined from '@mui/icons-material/TranslateOutlined'
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined'
import VolumeUpOutlined from '@mui/icons-material/VolumeUpOutlined'
import PauseOutlined from '@mui/icons-material/PauseOutlined'
import VideocamOutlined from '@mui/icons-material/VideocamOutlined'
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined'
import VisibilityOffOutlined from '@mui/icons-material/VisibilityOffOutlined'
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined'
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import WorkspacePremiumOutlined from '@mui/icons-material/WorkspacePremiumOutlined'

/**
 * Icon names that every feature may use: what an icon shows, or what it means on any screen (`success`, `lock`), never the feature that
 * uses it.
 */
export const ICONS = {
  home: HomeOutlined,
  dashboard: SpaceDashboardOutlined,
  school: SchoolOutlined,
  book: MenuBookOutlined,
  trophy: EmojiEventsOutlined,
  profile: PersonOutlined,
  person: PersonOutlined,
  people: GroupsOutlined,
  buildings: ApartmentOutlined,
  company: BusinessOutlined,
  branches: AccountTreeOutlined,
  receipt: ReceiptLongOutlined,
  shop: StorefrontOutlined,
  mails: MailOutlined,
  document: DescriptionOutlined,
  quote: RequestQuoteOutlined,
  report: AssessmentOutlined,
  medal: WorkspacePremiumOutlined,
  checklist: FactCheckOutlined,
  camera: VideocamOutlined,
  badge: CardMembershipOutlined,
  calendar_check: EventAvailableOutlined,
  gavel: GavelOutlined,
  attachment: AttachFileOutlined,
  tools: BuildOutlined,
  megaphone: CampaignOutlined,
  incident: ReportOutlined,
  help: HelpOutlineOutlined,
  tour: ExploreOutlined,
  tasks: TaskAltOutlined,
  status: MonitorHeartOutlined,
  logout: LogoutOutlined,
  language: TranslateOutlined,
  settings: SettingsOutlined,
  support: ContactSupportOutlined,
  more: MoreHorizOutlined,
  menu: MenuOutlined,
  close: CloseOutlined,
  add: AddOutlined,
  edit: EditOutlined,
  delete: DeleteOutlineOutlined,
  search: SearchOutlined,
  keyboard: KeyboardOutlined,
  bell: NotificationsOutlined,
  filter: FilterListOutlined,
  columns: ViewColumnOutlined,
  download: DownloadOutlined,
  upload: UploadFileOutlined,
  back: ArrowBackOutlined,
  forward: ArrowForwardOutlined,
  next: ChevronRightOutlined,
  expand: ExpandMoreOutlined,
  // As on a select.
  dropdown: ArrowDropDownOutlined,
  up: ArrowUpwardOutlined,
  down: ArrowDownwardOutlined,
  external: OpenInNewOutlined,
  copy: ContentCopyOutlined,
  link: LinkOutlined,
  photo: ImageOutlined,
  computer: ComputerOutlined,
  speak: VolumeUpOutlined,
  pause: PauseOutlined,
  video: PlayCircleOutlined,
  play: PlayCircleOutlined,
  questions: QuizOutlined,
  text: ArticleOutlined,
  feedback: RateReviewOutlined,
  calendar: CalendarMonthOutlined,
  time: ScheduleOutlined,
  location: PlaceOutlined,
  lock: LockOutlined,
  unlock: LockOpenOutlined,
  visible: VisibilityOutlined,
  hidden: VisibilityOffOutlined,
  check: CheckOutlined,
  success: CheckCircleOutlined,
  warning: WarningAmberOutlined,
  error: ErrorOutlineOutlined,
  info: InfoOutlined,
  blocked: BlockOutlined,
  waiting: HourglassEmptyOutlined,
  busy: TimelapseOutlined,
  not_started: RadioButtonUncheckedOutlined,
  planned: EventOutlined,
  expired: HistoryToggleOffOutlined,
  absent: PersonOffOutlined,
  canceled: CancelOutlined,
  payment: CreditCardOutlined,
  question: HelpOutlined,
  building: ConstructionOutlined,
  live: PublicOutlined,
  review: GradingOutlined,
  ended: StopCircleOutlined,
  retry: ReplayOutlined,
  offline: CloudOffOutlined,
  empty: InboxOutlined,
  switch: SwapHorizOutlined,
  chart: BarChartOutlined,
  table: TableRowsOutlined,
  drag: DragIndicatorOutlined,
  print: PrintOutlined,
  send: SendOutlined,
  star: StarOutlineOutlined,
  qr: QrCodeOutlined,
  integration: ExtensionOutlined,
} as const

export type IconName = keyof typeof ICONS
