-- What was reported may have been corrected, or its link is dead.

alter table reports
  drop constraint reports_outcome_check,
  add constraint reports_outcome_check check (outcome in ('upheld', 'dismissed', 'fixed'));
alter table review_decisions
  drop constraint review_decisions_decision_check,
  add constraint review_decisions_decision_check
    check (decision in ('approve', 'reject', 'merge', 'fixed', 'dead_link'));

-- down

update reports set outcome = 'dismissed' where outcome = 'fixed';
alter table reports
  drop constraint reports_outcome_check,
  add constraint reports_outcome_check check (outcome in ('upheld', 'dismissed'));
delete from review_decisions where decision in ('fixed', 'dead_link');
alter table review_decisions
  drop constraint review_decisions_decision_check,
  add constraint review_decisions_decision_check check (decision in ('approve', 'reject', 'merge'));
