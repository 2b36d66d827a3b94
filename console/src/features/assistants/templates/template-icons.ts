import type { LucideIcon } from 'lucide-react';
import {
  CalendarCheck,
  ClipboardList,
  ConciergeBell,
  LifeBuoy,
  MessageCircle,
  PackageSearch,
  Receipt,
  Target,
  UtensilsCrossed,
} from 'lucide-react';

const ICONS: Readonly<Record<string, LucideIcon>> = {
  'front-desk': ConciergeBell,
  'appointment-booking': CalendarCheck,
  'support-with-knowledge': LifeBuoy,
  'website-chat': MessageCircle,
  'lead-qualification': Target,
  'restaurant-reservations': UtensilsCrossed,
  'order-status': PackageSearch,
  'satisfaction-survey': ClipboardList,
  'payment-reminder': Receipt,
};

/** @param id of a template */
export function templateIcon(id: string): LucideIcon {
  return ICONS[id] ?? MessageCircle;
}
