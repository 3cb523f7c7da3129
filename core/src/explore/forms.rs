//! A cache of the forms of objects: worlds that follow from one another share most of their objects.

use std::sync::Arc;

use super::ages::Ages;
use super::digest::PodNumbers;
use super::form::{Address, Form, ObjectForm, ObjectForms, Part};
use crate::api::{Job, Name, Pod};
use crate::garbagecollector::Node;
use crate::world::World;

/// A cache of the forms of objects. It makes the digests of worlds that follow from one another faster.
#[derive(Clone, Debug, Default)]
pub struct Forms {
    groups: Vec<Group>,
    /// Parts and bytes of an earlier digest, whose memory is used again.
    spare: (Vec<Part>, Vec<u8>),
}

/// The forms in worlds with the same pods, in which the same is read of instants.
#[derive(Clone, Debug)]
struct Group {
    pods: Vec<(Name, usize)>,
    read: (bool, bool),
    objects: ObjectForms,
    /// The objects. As long as they are kept, no other object has their address.
    kept: Vec<AnyObject>,
}

#[derive(Clone, Debug)]
#[expect(dead_code, reason = "they are kept for their addresses")]
enum AnyObject {
    Job(Arc<Job>),
    Pod(Arc<Pod>),
    Node(Arc<Node>),
}

/// Most groups. With more, the cache starts again.
const MOST_GROUPS: usize = 16;
/// Most objects in a group, likewise.
const MOST_OBJECTS: usize = 4_096;

impl Forms {
    /// The form of `world` with marks, in parts.
    pub(super) fn form_of(&mut self, world: &World, pods: &PodNumbers<'_>, ages: &Ages) -> Vec<Part> {
        let mut group = self.take(pods, ages.read_of_objects());
        let spare = std::mem::take(&mut self.spare.0);
        let (parts, new) = Form::marked(world, pods, ages, &group.objects, spare);
        group.keep(new, world);
        self.groups.push(group);
        parts
    }

    /// Memory for bytes.
    pub(super) fn take_spare_bytes(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.spare.1)
    }

    /// Takes back what has served.
    pub(super) fn give_back(&mut self, parts: Vec<Part>, bytes: Vec<u8>) {
        self.spare = (parts, bytes);
    }

    /// Takes the group of worlds with these pods, in which the same is read of instants.
    fn take(&mut self, pods: &PodNumbers<'_>, read: (bool, bool)) -> Group {
        let is_same = |group: &Group| {
            group.read == read
                && group.pods.len() == pods.len()
                && group.pods.iter().zip(pods).all(|(known, pod)| known.0.as_str() == pod.0 && known.1 == pod.1)
        };
        if let Some(place) = self.groups.iter().position(is_same) {
            return self.groups.swap_remove(place);
        }
        if self.groups.len() >= MOST_GROUPS {
            self.groups.clear();
        }
        let pods = pods.iter().map(|(text, number)| (Name::from(*text), *number)).collect();
        Group { pods, read, objects: ObjectForms::new(), kept: Vec::new() }
    }

    /// How many objects have their forms here.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.groups.iter().map(|group| group.kept.len()).sum()
    }
}

impl Group {
    /// Keeps the forms of objects that the world shares with those that follow from it.
    fn keep(&mut self, new: Vec<(Address, ObjectForm)>, world: &World) {
        if self.kept.len() >= MOST_OBJECTS {
            self.objects.clear();
            self.kept.clear();
        }
        for (address, object) in new {
            let pod = world.pods_anywhere().find(|pod| std::ptr::from_ref(&pod.metadata).addr() == address);
            let job = || world.jobs_anywhere().find(|job| std::ptr::from_ref(&job.metadata).addr() == address);
            let node = || world.owner_graph().nodes().find(|node| std::ptr::from_ref(&node.identity).addr() == address);
            let kept = pod.map(|pod| AnyObject::Pod(Arc::clone(pod)));
            let kept = kept.or_else(|| Some(AnyObject::Job(Arc::clone(job()?))));
            let kept = kept.or_else(|| Some(AnyObject::Node(Arc::clone(node()?))));
            if let Some(kept) = kept {
                self.objects.insert(address, object);
                self.kept.push(kept);
            }
        }
    }
}
