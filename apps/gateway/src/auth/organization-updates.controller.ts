import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { ORGANIZATION_CHANGED, OrganizationChanged } from '#libs/contracts';
import { LiveHandler } from '#libs/messaging';
import { Admissions } from './admissions.service.js';

/** Receives changes of keys and limits. */
@Controller()
export class OrganizationUpdatesController {
  constructor(private readonly admissions: Admissions) {}

  @LiveHandler(ORGANIZATION_CHANGED, { everyReplica: true })
  changed(@Payload() { org_id }: OrganizationChanged): void {
    this.admissions.forget(org_id);
  }
}
